from django.contrib import admin

from .models import Category, Position, Product


@admin.register(Product)
class ProductAdmin(admin.ModelAdmin):
    list_display = ["name", "category", "position", "stock", "price", "published", "updated"]
    list_filter = ["category", "position", "published"]
    list_select_related = ["category", "position"]
    search_fields = ["name"]
    list_per_page = 100


admin.site.register(Category)
admin.site.register(Position)

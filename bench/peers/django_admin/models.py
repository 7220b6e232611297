from django.db import models


class Category(models.Model):
    name = models.CharField(max_length=80, unique=True)

    def __str__(self):
        return self.name


class Position(models.Model):
    name = models.CharField(max_length=80, unique=True)

    def __str__(self):
        return self.name


class Product(models.Model):
    """Twelve columns, as many as a product of Portico's House has."""

    name = models.CharField(max_length=120)
    category = models.ForeignKey(Category, models.PROTECT)
    position = models.ForeignKey(Position, models.SET_NULL, null=True, blank=True)
    stock = models.IntegerField(default=0)
    price = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    picture = models.CharField(max_length=200, blank=True)
    alternative = models.CharField(max_length=200, blank=True)
    rank = models.IntegerField(default=0)
    published = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["name", "id"])]

    def __str__(self):
        return self.name

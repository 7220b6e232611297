from django.contrib import admin
from django.contrib.staticfiles.views import serve
from django.urls import path, re_path

urlpatterns = [
    path("admin/", admin.site.urls),
    # A proxy's work on a real site; here only the weight of the files matters.
    re_path(r"^static/(?P<path>.*)$", serve, {"insecure": True}),
]
